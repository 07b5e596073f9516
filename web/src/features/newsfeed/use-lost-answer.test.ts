// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FormFailure } from '../../lib/form/failure.ts'
import { useLostAnswer } from './use-lost-answer.ts'

afterEach(cleanup)

const failed = (outcome: FormFailure['outcome']): FormFailure => ({ outcome, text: 'Failed to add comment' })

/** A form, a row on the page, and the calls that follow. */
function open(text: string, rowId?: string) {
  const submit = vi.fn(async () => {})
  const start: { failure?: FormFailure; text: string; rowId?: string | undefined } = { text, rowId }
  const { rerender } = renderHook(({ failure, text, rowId }) => useLostAnswer({ failure, submit }, text, rowId), {
    initialProps: start,
  })
  return { submit, show: (now: Partial<typeof start>) => rerender({ text, rowId, ...now }) }
}

it('resends once when the text appears after its answer was lost', () => {
  const { submit, show } = open('Lovely fish')
  show({ failure: failed('unknown') })
  expect(submit).not.toHaveBeenCalled()
  show({ failure: failed('unknown'), rowId: 'new' })
  expect(submit).toHaveBeenCalledOnce()
  show({ rowId: 'new' })
  show({ failure: failed('unknown'), rowId: 'new' })
  expect(submit).toHaveBeenCalledOnce()
})

it('resends when the text had appeared before the failure was known', () => {
  const { submit, show } = open('Lovely fish')
  show({ rowId: 'new' })
  show({ failure: failed('unknown'), rowId: 'new' })
  expect(submit).toHaveBeenCalledOnce()
})

it('does not mistake an earlier row with the same text for the one that was sent', () => {
  const { submit, show } = open('Lovely fish', 'old')
  show({ failure: failed('unknown') })
  expect(submit).not.toHaveBeenCalled()
  show({ failure: failed('unknown'), rowId: 'new' })
  expect(submit).toHaveBeenCalledOnce()
})

it('does not resend after a refusal, without a connection, or when the text has changed', () => {
  const { submit, show } = open('Lovely fish')
  show({ failure: failed('refused'), rowId: 'new' })
  show({ failure: failed('unsent'), rowId: 'new' })
  show({ failure: failed('unknown'), text: 'Lovely fish!', rowId: 'other' })
  expect(submit).not.toHaveBeenCalled()
})
