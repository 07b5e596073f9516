/** A change was refused because the row was changed or deleted after it was read. Nothing was written. */
export class StaleError extends Error {
  override readonly name = 'StaleError'

  constructor() {
    super('the row is not as it was read')
  }
}
