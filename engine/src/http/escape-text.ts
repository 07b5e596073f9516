const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const LONGEST = 300

/** A text of the club as HTML on one line, for text and for values in quotes. */
export const escapeText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, LONGEST)
    .replace(/[&<>"']/g, (sign) => ENTITY[sign] ?? '')
