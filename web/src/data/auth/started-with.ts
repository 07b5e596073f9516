/**
 * Whether a session began with one of these methods, according to its token.
 * @param ways matches the methods' names in quotation marks, e.g. `/"otp"/`.
 */
export function startedWith(accessToken: string, ways: RegExp): boolean {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    const { amr }: { amr?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return ways.test(JSON.stringify(amr))
  } catch {
    return false
  }
}
