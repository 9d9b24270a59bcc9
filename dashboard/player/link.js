/** The link to a run at a position, and getting it onto the clipboard. */

/** The page's address with all settings and the player's own state. */
export function makeLink(location, settings, { time, speed, clock, truth, yaxis, panels, arm }) {
  const state = new URLSearchParams({
    at: String(Math.round(time)),
    speed: String(speed),
    clock,
    truth: truth ? "1" : "0",
    yaxis,
    panels,
  });
  if (arm !== null) state.set("arm", String(arm));
  const query = settings === "" ? String(state) : `${settings}&${state}`;
  return `${location.origin}${location.pathname}?${query}`;
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
