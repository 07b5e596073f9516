// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Upload } from '../../hooks/use-photo-upload.ts'
import { PhotoError } from '../../lib/photo/photo-error.ts'
import { PhotoDrop, type PhotoDropProps } from './photo-drop.tsx'

const shrunk = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'photo.webp')
vi.mock('../../lib/photo/photo-upload.ts', () => ({ shrinkPhoto: async () => shrunk }))
vi.spyOn(console, 'error').mockImplementation(() => {})
URL.createObjectURL = () => 'blob:preview'
URL.revokeObjectURL = () => {}
afterEach(cleanup)

const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'carp.jpg', { type: 'image/jpeg' })

function Field(props: Partial<PhotoDropProps> & { upload: Upload }) {
  const [value, setValue] = useState<string | null>(null)
  return <PhotoDrop label="Lake photo" value={value} onChange={setValue} {...props} />
}

const picker = () => screen.getByLabelText<HTMLInputElement>('Lake photo', { selector: 'input' })
const choose = (file = photo) => fireEvent.change(picker(), { target: { files: [file] } })

/** An upload that waits for the test to end it. */
function heldUpload() {
  const calls: { file: File; watch: Parameters<Upload>[1]; done: (url: string) => void; fail: (e: Error) => void }[] =
    []
  const upload: Upload = (file, watch) =>
    new Promise((done, fail) => {
      calls.push({ file, watch, done, fail })
    })
  return { upload, calls }
}

describe('the photo field', () => {
  it('shows progress while sending and the photo once it is there', async () => {
    const { upload, calls } = heldUpload()
    render(<Field upload={upload} />)
    choose()
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Uploading' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.watch.onProgress(0.5)
    await vi.waitFor(() => expect(bar.getAttribute('value')).toBe('0.5'))
    calls[0]?.done('https://club.example/carp.webp')
    expect((await screen.findByRole('img', { name: 'Lake photo' })).getAttribute('src')).toBe(
      'https://club.example/carp.webp',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.getByRole('button', { name: /Add a photo/ })).toBeTruthy()
  })

  it('stops on Cancel and ignores what comes after', async () => {
    const { upload, calls } = heldUpload()
    render(<Field upload={upload} />)
    choose()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(calls[0]?.watch.signal.aborted).toBe(true)
    calls[0]?.done('https://club.example/late.webp')
    expect(await screen.findByRole('button', { name: /Add a photo/ })).toBeTruthy()
  })

  it('says what is wrong with the type and offers another choice only', async () => {
    render(<Field upload={() => Promise.reject(new PhotoError('type'))} />)
    choose(new File(['x'], 'carp.heic'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid file type. Please upload a JPEG, PNG, or WebP image.',
    )
    expect(screen.getByText('carp.heic')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Retry|retry/ })).toBeNull()
  })

  it('shrinks what is too large and tries again', async () => {
    const upload = vi.fn<Upload>()
    upload.mockRejectedValueOnce(new PhotoError('size')).mockResolvedValueOnce('https://club.example/small.webp')
    render(<Field upload={upload} />)
    choose()
    expect((await screen.findByRole('alert')).textContent).toBe('File too large. Maximum size is 5MB.')
    await userEvent.click(screen.getByRole('button', { name: 'Shrink and retry' }))
    await screen.findByRole('img', { name: 'Lake photo' })
    expect(upload.mock.calls[1]?.[0]).toBe(shrunk)
  })

  it('names a failure on the way by its action and retries the same file', async () => {
    const upload = vi.fn<Upload>()
    upload.mockRejectedValueOnce(new PhotoError('network')).mockResolvedValueOnce('https://club.example/carp.webp')
    render(<Field upload={upload} action="uploadGameImage" />)
    choose()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to upload game image')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('img', { name: 'Lake photo' })
    expect(upload.mock.calls.map(([file]) => file)).toEqual([photo, photo])
  })

  it('takes a dropped and a pasted photo, and nothing while disabled', async () => {
    const { upload, calls } = heldUpload()
    const { rerender } = render(<Field upload={upload} disabled />)
    const field = screen.getByRole('group', { name: 'Lake photo' })
    fireEvent.drop(field, { dataTransfer: { files: [photo], types: ['Files'] } })
    rerender(<Field upload={upload} />)
    fireEvent.drop(field, { dataTransfer: { files: [photo], types: ['Files'] } })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    fireEvent.paste(field, { clipboardData: { files: [photo] } })
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    expect(calls[0]?.watch.signal.aborted).toBe(true)
  })

  it('shows what the form has against it', () => {
    render(<Field upload={heldUpload().upload} error="Lake photo is required" />)
    expect(screen.getByText('Lake photo is required')).toBeTruthy()
  })
})
