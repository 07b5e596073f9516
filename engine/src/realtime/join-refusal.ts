/** A join that is refused; the message is the reply's reason. */
export class JoinRefusal extends Error {
  override name = 'JoinRefusal'
}
