/**
 * Copies text to the clipboard.
 * @param field the input that shows it, if there is one: without a secure context (a club's own server over plain HTTP)
 *   browsers provide no clipboard API, and copying the selection of a field is the only way left.
 * @returns whether it was copied.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return field ? copyFrom(field) : copyFromOwnField(text)
  }
}

function copyFrom(field: HTMLInputElement): boolean {
  field.focus()
  field.select()
  return document.execCommand('copy')
}

function copyFromOwnField(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('input')
  field.value = text
  document.body.append(field)
  try {
    return copyFrom(field)
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
