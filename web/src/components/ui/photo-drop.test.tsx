// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Upload } from '../../hooks/use-photo-upload.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { PhotoError } from '../../lib/photo/photo-error.ts'
import { jpegHead } from '../../testing/photo-head.ts'
import { PhotoDrop, type PhotoDropProps } from './photo-drop.tsx'

const shrunk = new File([new Uint8Array(jpegHead())], 'photo.webp')
vi.mock('../../lib/photo/photo-upload.ts', () => ({ shrinkPhoto: async () => shrunk }))
vi.spyOn(console, 'error').mockImplementation(() => {})
URL.createObjectURL = () => 'blob:preview'
URL.revokeObjectURL = () => {}
afterEach(cleanup)

const photo = new File([new Uint8Array(jpegHead())], 'carp.jpg', { type: 'image/jpeg' })

function Field(props: Partial<PhotoDropProps> & { upload: Upload }) {
  const [value, setValue] = useState<string | null>(null)
  return <PhotoDrop label="Lake photo" value={value} onChange={setValue} {...props} />
}

const picker = () => screen.getByLabelText<HTMLInputElement>('Lake photo', { selector: 'input' })
const choose = (file = photo) => fireEvent.change(picker(), { target: { files: [file] } })

/** An upload that the test completes. */
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
  it('shows progress while uploading, then the photo', async () => {
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

  it('keeps its share while the line is lost, and says that it goes on by itself', async () => {
    const { upload, calls } = heldUpload()
    render(<Field upload={upload} />)
    choose()
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Uploading' })
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const note = screen.getByRole('status')
    expect(note.textContent).toBe('')
    calls[0]?.watch.onProgress(1)
    await vi.waitFor(() => expect(bar.getAttribute('value')).toBeNull())
    calls[0]?.watch.onWait(true)
    await vi.waitFor(() => expect(note.textContent).toMatch(/^No connection/))
    expect(bar.getAttribute('value')).toBe('1')
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    calls[0]?.watch.onWait(false)
    calls[0]?.watch.onProgress(0.5)
    await vi.waitFor(() => expect(note.textContent).toBe(''))
    expect(bar.getAttribute('value')).toBe('0.5')
  })

  it('stops on Cancel and ignores later results', async () => {
    const { upload, calls } = heldUpload()
    render(<Field upload={upload} />)
    choose()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(calls[0]?.watch.signal.aborted).toBe(true)
    calls[0]?.done('https://club.example/late.webp')
    expect(await screen.findByRole('button', { name: /Add a photo/ })).toBeTruthy()
  })

  it('stops the upload when it leaves the page', async () => {
    const { upload, calls } = heldUpload()
    const onChange = vi.fn()
    const { unmount } = render(<Field upload={upload} onChange={onChange} />)
    choose()
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    unmount()
    expect(calls[0]?.watch.signal.aborted).toBe(true)
    calls[0]?.done('https://club.example/late.webp')
    await new Promise((resolve) => setTimeout(resolve))
    expect(onChange).not.toHaveBeenCalled()
  })

  it('rejects a wrong type and only offers to choose another file', async () => {
    render(<Field upload={() => Promise.reject(new PhotoError('type'))} />)
    choose(new File(['x'], 'carp.heic'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid file type. Please upload a JPEG, PNG, or WebP image.',
    )
    expect(screen.getByText('carp.heic')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Retry|retry/ })).toBeNull()
  })

  it('shrinks a file that is too large and retries', async () => {
    const upload = vi.fn<Upload>()
    upload.mockRejectedValueOnce(new PhotoError('size')).mockResolvedValueOnce('https://club.example/small.webp')
    render(<Field upload={upload} />)
    choose()
    expect((await screen.findByRole('alert')).textContent).toBe('File too large. Maximum size is 5MB.')
    await userEvent.click(screen.getByRole('button', { name: 'Shrink and retry' }))
    await screen.findByRole('img', { name: 'Lake photo' })
    expect(upload.mock.calls[1]?.[0]).toBe(shrunk)
  })

  it('shows the action’s text for a failed upload and retries the same file', async () => {
    const upload = vi.fn<Upload>()
    upload.mockRejectedValueOnce(new PhotoError('network')).mockResolvedValueOnce('https://club.example/carp.webp')
    render(<Field upload={upload} action={consoleFailureText.uploadGameImage} />)
    choose()
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to upload game image')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('img', { name: 'Lake photo' })
    expect(upload.mock.calls.map(([file]) => file)).toEqual([photo, photo])
  })

  it('accepts a dropped and a pasted photo, and none while disabled', async () => {
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

  it('shows the form’s error', () => {
    render(<Field upload={heldUpload().upload} error="Lake photo is required" />)
    expect(screen.getByText('Lake photo is required')).toBeTruthy()
  })
})
