let over = false

/** Whether this is still the page that the document was opened with; it has no scroll position to restore yet. */
export const isFirstScreen = (): boolean => !over

/** Notes that the reader has moved to another page. */
export function endFirstScreen(): void {
  over = true
}
