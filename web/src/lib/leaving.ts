let leaving = false

/** Notes that the member is ending the session; false takes it back. */
export function expectSignOut(expected: boolean): void {
  leaving = expected
}

/** Whether the member themselves is ending the session. */
export function isLeaving(): boolean {
  return leaving
}
