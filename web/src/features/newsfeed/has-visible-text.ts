/** Whether a text has at least one visible character; the database refuses any other. */
export const hasVisibleText = (text: string) => /[^\s\u00ad\u200b-\u200f\u2060-\u2064\u3164]/.test(text)
