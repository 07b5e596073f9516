import { expect } from 'vitest'

interface Answer {
  error: { code?: string; message: string } | null
  data: unknown
}

/** The answer is a refusal for want of rights: 42501. */
export function expectDenied(answer: Answer): void {
  expect(answer.error?.code, JSON.stringify(answer)).toBe('42501')
}

/** The answer is the given error. */
export function expectError(answer: Answer, code: string): void {
  expect(answer.error?.code, JSON.stringify(answer)).toBe(code)
}

/**
 * The answer is a refusal or shows no row. Row-level security hides rows silently, so the test also looks at the
 * outcome as the owner.
 */
export function expectDeniedOrNothing(answer: Answer): void {
  if (answer.error) expect(answer.error.code, JSON.stringify(answer)).toBe('42501')
  else expect(answer.data ?? [], JSON.stringify(answer)).toEqual([])
}

/** The answer is a success; returns its data. */
export function expectAllowed<T>(answer: { error: { message: string } | null; data: T }): NonNullable<T> {
  expect(answer.error).toBeNull()
  return answer.data as NonNullable<T>
}
