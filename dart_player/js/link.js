/** The link to a run at a position, and getting it onto the clipboard. */

/** The page's address with all settings and the player's own state, as far as it has any. */
export function makeLink(location, settings, state) {
  const { time, speed, clock, truth, yaxis, panels, back, arm, part, step } = state;
  const query = new URLSearchParams({
    at: String(Math.round(time)),
    speed: String(speed),
    clock,
    truth: truth ? "1" : "0",
    yaxis,
    panels,
  });
  for (const [name, number] of Object.entries({ back, arm, part, step })) {
    if (number != null) query.set(name, String(number));
  }
  const all = settings === "" ? String(query) : `${settings}&${query}`;
  return `${location.origin}${location.pathname}?${all}`;
}

/** True if the text is on the clipboard. Outside secure contexts only the old command works. */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.value = text;
    field.hidden = false;
    field.focus();
    field.select();
    const copied = document.execCommand("copy");
    field.hidden = copied;
    return copied;
  }
}
