/** What arms are called in sentences: "arm 7", "servers 3, 7 and 9". */

/** @typedef {{thing: string[], labels: string[]}} Named */

/** @param {Named} run @param {number} arm */
export const armText = ({ thing, labels }, arm) => `${thing[0]} ${labels[arm]}`;

/** @param {Named} run @param {number[]} arms */
export function armsText(run, arms) {
  if (arms.length === 1) return armText(run, arms[0]);
  const names = arms.map((arm) => run.labels[arm]);
  return `${run.thing[1]} ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** "an arm", "a server". @param {{thing: string[]}} run */
export const anArm = ({ thing: [one] }) => `${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;

/** "1 arm", "12 arms". @param {{thing: string[]}} run @param {number} count */
export const armCount = ({ thing }, count) => `${count} ${thing[count === 1 ? 0 : 1]}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1st", "2nd", "3rd", "4th", "11th". @param {number} place */
export function ordinal(place) {
  const tens = Math.floor(place / 10) % 10;
  return `${place}${tens === 1 ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th")}`;
}
