/**
 * Texts for refusals by their code. A text that needs a value (a number, a title) receives the refusal's detail; the
 * message is for developers and is never shown or parsed.
 */
export type RefusalTexts = Readonly<Record<string, string | ((detail: string) => string) | undefined>>

/** The code of a service's refusal; '' for any other failure, such as a lost connection. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code ?? '') : ''
}

/** Returns a function that gives the text for a refusal, or undefined when the table has none for its code. */
export const refusalIn =
  (texts: RefusalTexts) =>
  (error: unknown): string | undefined => {
    const text = texts[codeOf(error)]
    return typeof text === 'function' ? text(detailOf(error)) : text
  }

function detailOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'details' in error ? String(error.details ?? '') : ''
}
