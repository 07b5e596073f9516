/**
 * Puts text on the clipboard.
 * @param field the input that shows it: without a secure context (a club's own machine over plain HTTP) browsers
 *   offer no clipboard, and copying the selection of a field is the way that remains.
 * @returns whether it was copied.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.focus()
    field?.select()
    return document.execCommand('copy')
  }
}
