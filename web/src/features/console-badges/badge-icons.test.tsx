// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { BadgeIcon } from '../../components/ui/badge-icon.tsx'
import { BADGE_ICONS } from './badge-schema.ts'

const drawing = (emoji: string) => render(<BadgeIcon emoji={emoji} />).container.querySelector('svg')?.innerHTML

it('every icon of a badge has a drawing of its own', () => {
  const scale = drawing('🦉')
  expect(scale).toMatch(/^<path/)
  const drawings = BADGE_ICONS.map(({ icon }) => drawing(icon))
  expect(new Set([...drawings, scale]).size).toBe(BADGE_ICONS.length + 1)
  expect(drawings).not.toContain(undefined)
})
