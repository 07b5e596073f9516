/** A change was refused because somebody else changed or deleted the row since it was read. Nothing was written. */
export class StaleError extends Error {
  override readonly name = 'StaleError'

  constructor() {
    super('the row is not as it was read')
  }
}
