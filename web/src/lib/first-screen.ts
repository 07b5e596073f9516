let over = false

/** Whether this is still the page that the document was opened with: there is no place in it yet to come back to. */
export const isFirstScreen = (): boolean => !over

/** The reader has gone on to another page. */
export function endFirstScreen(): void {
  over = true
}
