/** True when a text has at least one character that can be seen; the database refuses any other. */
export const hasWords = (text: string) => /[^\s\u00ad\u200b-\u200f\u2060-\u2064\u3164]/.test(text)
