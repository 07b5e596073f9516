/** The service refused, by its answer and not by an error: nothing was written. */
export class Refused extends Error {
  override name = 'Refused'
}
