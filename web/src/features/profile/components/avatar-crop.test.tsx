// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AvatarCrop } from './avatar-crop.tsx'

const draw = vi.hoisted(() => vi.fn())
vi.mock('../../../lib/photo/photo-shrink.ts', () => ({
  decodePhoto: async () => ({ width: 600, height: 400, close: () => {} }),
  drawPhoto: draw,
}))
// The picture never comes to the screen.
vi.mock('react-easy-crop', () => ({ default: () => null }))

test('a press before the picture is on the screen crops its middle', async () => {
  const cropped = new File(['x'], 'avatar.webp')
  draw.mockResolvedValue(cropped)
  const onCut = vi.fn()
  render(
    <AvatarCrop
      file={new File(['x'], 'me.jpg')}
      sending={undefined}
      failure={undefined}
      onCut={onCut}
      onCancel={() => {}}
      onUnreadable={() => {}}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save avatar' }))
  await vi.waitFor(() => expect(onCut).toHaveBeenCalledWith(cropped))
  expect(draw).toHaveBeenCalledWith(
    expect.anything(),
    { x: 100, y: 0, width: 400, height: 400 },
    { width: 400, height: 400 },
  )
})
