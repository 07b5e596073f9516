// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MainLabel } from './head-label.tsx'

afterEach(cleanup)

it.each(['Write announcement', 'Add a prize package', 'Add'])(
  'keeps the whole text in the name of the button: %s',
  (text) => {
    render(
      <button type="button">
        <MainLabel>{text}</MainLabel>
      </button>,
    )
    expect(screen.getByRole('button', { name: text })).toBeTruthy()
  },
)
