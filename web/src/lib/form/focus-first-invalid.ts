// In page order, because that is what a reader takes as first.
const INVALID = '[aria-invalid="true"], [data-invalid="true"]'

/** Focuses the first field with an error; in a group of controls, its first control. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>(INVALID)
  if (!field) return
  field.focus()
  if (!field.contains(document.activeElement)) field.querySelector<HTMLElement>('button, input, [tabindex]')?.focus()
}
