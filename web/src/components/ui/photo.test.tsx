// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Photo } from './photo.tsx'

afterEach(cleanup)

const uploaded = 'https://club.example/storage/v1/object/public/fishing-photos/7c1e/1.webp'
const shown = () => screen.getByRole<HTMLImageElement>('img')

it('shows a rendition, then the original, then a placeholder with a text', () => {
  render(<Photo url={uploaded} alt="A carp" width={300} height={200} />)
  expect(shown().getAttribute('src')).toContain('/render/image/public/')
  expect([shown().getAttribute('width'), shown().getAttribute('height'), shown().getAttribute('loading')]).toEqual([
    '300',
    '200',
    'lazy',
  ])
  fireEvent.error(shown())
  expect(shown().getAttribute('src')).toBe(uploaded)
  expect(shown().getAttribute('srcset')).toBeNull()
  fireEvent.error(shown())
  expect(screen.getByRole('img', { name: 'A carp (cannot be shown)' })).toBeTruthy()
})

it('loads a newly given photo after a failure', () => {
  const { rerender } = render(<Photo url="/broken.webp" alt="A carp" width={300} height={200} />)
  fireEvent.error(shown())
  rerender(<Photo url="/other.webp" alt="A carp" width={300} height={200} />)
  expect(shown().getAttribute('src')).toBe('/other.webp')
})

it('shows an unlabelled placeholder for a missing photo', () => {
  render(<Photo url="" alt="A carp" width={300} height={200} />)
  expect(screen.queryByRole('img')).toBeNull()
})
