/**
 * Location state of a navigation to the landing page that ends the session there: on a member's page the guard would
 * answer the sign-out with the login page.
 */
export const SIGN_OUT_ON_ARRIVAL = { signOut: true } as const

/** Whether a location's state requests it; the state comes from the browser's history and may have any shape. */
export function signsOutOnArrival(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'signOut' in state && state.signOut === true
}
