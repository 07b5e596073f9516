// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { MentionList } from './mention-list.tsx'

const people = [{ id: '7c1e', username: 'Tom Withy', avatar_url: null }]
const AFTER_NAME = 'Well in @Tom Withy\u2060 '.length

function Field() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState('Well in @to and thanks')
  return (
    <>
      <textarea ref={field} aria-label="Text" value={value} onChange={({ target }) => setValue(target.value)} />
      <MentionList field={field} value={value} onChange={setValue} people={people} />
    </>
  )
}

function typeName(): HTMLTextAreaElement {
  renderPage(<Field />)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Text')
  act(() => {
    field.focus()
    field.setSelectionRange('Well in @to'.length, 'Well in @to'.length)
    document.dispatchEvent(new Event('selectionchange'))
  })
  return field
}

afterEach(cleanup)

it.each([
  ['Enter', (field: Element) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))],
  ['a press', () => screen.getByRole('option', { name: /Tom Withy/, hidden: true }).click()],
])('has the name and the caret behind it in the field before the next letter, by %s', (_, accept) => {
  const field = typeName()
  accept(field)
  expect([field.value, field.selectionStart]).toEqual(['Well in @Tom Withy\u2060 and thanks', AFTER_NAME])
})

it('leaves the text as it is with Escape', () => {
  const field = typeName()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(field.value).toBe('Well in @to and thanks')
  expect(screen.queryByRole('option', { hidden: true })).toBeNull()
})
