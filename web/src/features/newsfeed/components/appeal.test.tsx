// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Appeal as Answered } from '../../../data/newsfeed/appeal-query.ts'
import { appealQuery } from '../../../data/newsfeed/appeal-query.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Appeal } from './appeal.tsx'

const send = vi.fn<(message: string) => Promise<void>>()
vi.mock('../../../data/newsfeed/appeal-mutation.ts', () => ({ useAppealMutation: () => ({ mutateAsync: send }) }))

const UNANSWERED: Answered = {
  may_answer: true,
  answer: null,
  sent_at: null,
  decision: null,
  words: null,
  decided_at: null,
}
const SENT: Answered = {
  ...UNANSWERED,
  may_answer: false,
  answer: 'It was my brother.',
  sent_at: '2026-11-01T08:00:00Z',
  words: '',
}
const show = (answered: Answered | null) =>
  renderPage(<Appeal userId="7c1e" />, (queries) => queries.setQueryData(appealQuery('7c1e').queryKey, answered))
const area = () => screen.getByLabelText<HTMLTextAreaElement>('Your answer')
const write = (value: string) => fireEvent.change(area(), { target: { value } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))

beforeEach(() => {
  send.mockReset().mockResolvedValue()
  sessionStorage.clear()
})
afterEach(cleanup)

it('sends the answer once, also when pressed twice', async () => {
  show(UNANSWERED)
  expect(screen.getByText('You can answer once. The team reads it with your case.')).toBeTruthy()
  write('  It was my brother.\n')
  press()
  press()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send).toHaveBeenCalledWith('It was my brother.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Answer the team'))
})

it.each([
  [' \u200b ', 'Write your answer'],
  ['x'.repeat(1001), 'Use 1000 characters at most'],
])('does not send %#', async (text, error) => {
  show(UNANSWERED)
  write(text)
  press()
  expect(await screen.findByText(error)).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

it('keeps the words, and says what is not known after a lost answer', async () => {
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show(UNANSWERED)
  write('It was my brother.')
  press()
  expect(await screen.findByText('You can try again: the answer will not be sent twice.')).toBeTruthy()
  cleanup()
  show(UNANSWERED)
  expect(area().value).toBe('It was my brother.')
  press()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})

it('says why the database refused it', async () => {
  send.mockRejectedValueOnce({ code: 'SU002', message: 'this suspension has been answered' })
  show(UNANSWERED)
  write('Again')
  press()
  expect(await screen.findByText(/^You have answered this suspension before\./)).toBeTruthy()
})

it('shows what was sent, and that the team has it', () => {
  show(SENT)
  expect(screen.getByRole('heading', { name: 'Your answer' })).toBeTruthy()
  expect(screen.getByText('It was my brother.')).toBeTruthy()
  expect(screen.getByText(/^Sent on /)).toBeTruthy()
  expect(screen.getByText('The team has your answer.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows what was decided, with the words of the team', () => {
  show({ ...SENT, decision: 'keep', words: 'Not the first time.', decided_at: '2026-11-02T08:00:00Z' })
  expect(screen.getByText('The suspension stays as it is.')).toBeTruthy()
  expect(screen.getByText('Not the first time.')).toBeTruthy()
  expect(screen.queryByText('The team has your answer.')).toBeNull()
})

it('says that another account has answered, and shows nothing to a member who is not suspended', () => {
  show({ ...SENT, answer: null, sent_at: null })
  expect(screen.getByText(/^You have answered this suspension with another account\./)).toBeTruthy()
  cleanup()
  const { container } = show(null)
  expect(container.querySelector('section')).toBeNull()
})
