/** What the welcome page saves, each part by itself; `page` is that it has been seen. */
export type WelcomePart = 'name' | 'unit' | 'zone' | 'told' | 'digest' | 'page'

/** Some parts could not be saved. What is missing here is saved, and another attempt sends only the rest. */
export class NotAllSaved extends Error {
  override name = 'NotAllSaved'
  /** The cause for each part. */
  readonly causes: ReadonlyMap<WelcomePart, unknown>
  /** Other parts were saved. */
  readonly isPart: boolean

  constructor(causes: ReadonlyMap<WelcomePart, unknown>, isPart: boolean) {
    super([...causes.keys()].join(', '))
    this.causes = causes
    this.isPart = isPart
  }
}
