// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CommentField } from './comment-field.tsx'

afterEach(cleanup)

function open(text: string, busy = false) {
  const onSend = vi.fn()
  render(<CommentField userId="me" text={text} onText={() => {}} busy={busy} onSend={onSend} people={[]} />)
  return { onSend, field: screen.getByLabelText('Add a comment') }
}

it('sends with Enter', () => {
  const { onSend, field } = open('Lovely fish')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSend).toHaveBeenCalledOnce()
})

it('inserts a line break with Shift and Enter', () => {
  const { onSend, field } = open('Lovely fish')
  expect(fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })).toBe(true)
  expect(onSend).not.toHaveBeenCalled()
})

it('ignores Enter during text composition', () => {
  const { onSend, field } = open('こい')
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  expect(onSend).not.toHaveBeenCalled()
})

it('sends nothing without a visible character, and nothing twice', () => {
  const blank = open(' \u200b ')
  fireEvent.keyDown(blank.field, { key: 'Enter' })
  expect(blank.onSend).not.toHaveBeenCalled()
  cleanup()
  const busy = open('Lovely fish', true)
  fireEvent.keyDown(busy.field, { key: 'Enter' })
  expect(busy.onSend).not.toHaveBeenCalled()
})
