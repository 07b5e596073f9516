import { expect } from 'vitest'

interface Answer {
  error: { code?: string; message: string } | null
  data: unknown
}

/** Expects a refusal for missing rights: 42501. */
export function expectDenied(answer: Answer): void {
  expect(answer.error?.code, JSON.stringify(answer)).toBe('42501')
}

/** Expects the given error. */
export function expectError(answer: Answer, code: string): void {
  expect(answer.error?.code, JSON.stringify(answer)).toBe(code)
}

/**
 * Expects a refusal or no row. Row-level security hides rows silently, so the test also checks the outcome as the
 * database owner.
 */
export function expectDeniedOrNothing(answer: Answer): void {
  if (answer.error) expect(answer.error.code, JSON.stringify(answer)).toBe('42501')
  else expect(answer.data ?? [], JSON.stringify(answer)).toEqual([])
}

/** Expects success; returns the data. */
export function expectAllowed<T>(answer: { error: { message: string } | null; data: T }): NonNullable<T> {
  expect(answer.error).toBeNull()
  return answer.data as NonNullable<T>
}
