// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

afterEach(cleanup)

const describedText = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

it('names its control and describes it with hint, error and counter', () => {
  render(
    <Field id="bio" label="Bio" hint="A few words" error="Too long" counter={{ length: 3, max: 500 }}>
      {(control) => <TextInput {...control} />}
    </Field>,
  )
  const input = screen.getByLabelText('Bio')
  expect(describedText(input)).toBe('A few words | Too long | 3 / 500 characters')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('adds no description to a control without one', () => {
  render(
    <Field id="bio" label="Bio">
      {(control) => <TextInput {...control} />}
    </Field>,
  )
  const input = screen.getByLabelText('Bio')
  expect(input.hasAttribute('aria-describedby')).toBe(false)
  expect(input.hasAttribute('aria-invalid')).toBe(false)
})
