/**
 * Whether a session began with one of these methods or has this level, according to its token.
 * @param ways matches the methods' names, or the level, in quotation marks, e.g. `/"otp"/` or `/"aal2"/`.
 */
export function startedWith(accessToken: string, ways: RegExp): boolean {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const { aal, amr }: { aal?: unknown; amr?: unknown } = JSON.parse(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
    )
    return ways.test(JSON.stringify([aal, amr]))
  } catch {
    return false
  }
}
