/** The reason, as upstream, when an account, an address or all together join too often. */
export const TOO_MANY_JOINS = 'ClientJoinRateLimitReached: Too many joins per second'

/** A join that is refused; the message is the reply's reason. */
export class JoinRefusal extends Error {
  override name = 'JoinRefusal'
}
