import { isAnswerLost } from './answer-lost.ts'
import type { ConsoleFailure } from './console-failure-text.ts'
import type { JournalFailure } from './journal-failure-text.ts'
import { NotAuthenticated } from './not-authenticated.ts'
import type { PictureFailure } from './picture-failure-text.ts'
import type { RewardFailure } from './reward-failure-text.ts'

/** The text for every failed action of members and guests, in the order of the specification's error catalogue. */
export const failureText = {
  signIn: 'Failed to sign in. Please check your credentials and try again.',
  register: 'An error occurred',
  requestPasswordReset: 'An error occurred',
  signOut: 'An error occurred',

  loadProfile: 'Failed to load profile',
  saveProfile: 'Failed to save profile',
  uploadAvatar: 'Failed to upload avatar',
  uploadFishingPhoto: 'Failed to upload fishing photo',
  deletePhoto: 'Failed to delete photo',
  invalidImageUrl: 'Invalid image URL',
  deleteImage: 'Failed to delete image',
  uploadNewsfeedImage: 'Failed to upload newsfeed image',
  uploadGamePhoto: 'Failed to upload game photo',
  uploadImage: 'Failed to upload image',
  updatePassword: 'Failed to update password',

  downloadData: 'Failed to download your data',
  deleteAccount: 'Failed to delete account',

  approveReferral: 'Failed to approve referral',
  makeInvitation: 'Failed to make the link',
  loadStatistics: 'Failed to load statistics',

  loadData: 'Failed to load data',
  loadSettings: 'Failed to load settings',
  saveSettings: 'Failed to save settings',
  notAuthenticated: 'Not authenticated',
  loadGames: 'Failed to load games',
  loadInfoCards: 'Failed to load info cards',
  loadContent: 'Failed to load content',

  loadLeaderboard: 'Failed to load leaderboard',
  loadSeasons: 'Failed to load past seasons',
  loadPosts: 'Failed to load posts',
  createPost: 'Failed to create post',
  updateReaction: 'Failed to update reaction',
  addComment: 'Failed to add comment',
  updateComment: 'Failed to update comment',
  deleteComment: 'Failed to delete comment',
  updatePost: 'Failed to update post',
  deletePost: 'Failed to delete post',
  submitGuess: 'Failed to submit guess',
  submitSquare: 'Failed to submit square',
  submitPhoto: 'Failed to submit photo',
  loadPrizeDetails: 'Failed to load prize details',
  prizeNotFound: 'Prize not found',
  loadSavedAddresses: 'Failed to load saved addresses',
  submitPrizeClaim: 'Failed to submit prize claim',
  loadMembers: 'Failed to load members',
  sendConnectionRequest: 'Failed to send connection request',
  giftPoints: 'Failed to gift points',
  sendReport: 'Failed to send the report',
  sendAnswer: 'Failed to send your answer',
  loadLiveVideo: 'Failed to load live video',
} as const

/** What failed: the name of one of these texts, or one of the texts of the console, the journal, pictures or rewards. */
export type FailedAction = keyof typeof failureText | ConsoleFailure | JournalFailure | PictureFailure | RewardFailure

/**
 * Text for the banner: `Not authenticated` when the session has ended, the service's own message on auth calls,
 * otherwise the catalogue line for the action. When offline only its first sentence, because the advice would mislead.
 */
export function bannerText(action: FailedAction, error: unknown): string {
  console.error(action, error)
  if (error instanceof NotAuthenticated) return failureText.notAuthenticated
  const text = (failureText as Partial<Record<FailedAction, string>>)[action] ?? action
  return authText(error) ?? (globalThis.navigator?.onLine === false ? text.replace(/\. .*/, '') : text)
}

/**
 * Follows the banner's text when a write and its repetition got no answer; undefined for other failures, and when
 * offline, which the banner already says.
 */
export const lostReason = (error: unknown): string | undefined =>
  globalThis.navigator?.onLine !== false && isAnswerLost(error)
    ? 'The server did not answer, so this may already have been done. You can try again: nothing is done twice.'
    : undefined

interface AuthFailure extends Error {
  reasons?: readonly string[]
}

// The client's own check for its errors would pull its whole chunk into this one; this checks the same flag.
function isAuthFailure(error: unknown): error is AuthFailure {
  return error instanceof Error && '__isAuthError' in error
}

const WEAKNESS: Record<string, string | undefined> = {
  length: 'it is too short',
  characters: 'it needs more kinds of characters',
  pwned: 'it has appeared in a data leak',
}

function authText(error: unknown): string | undefined {
  // A call without an answer carries the browser's message ("Failed to fetch"), not the service's.
  if (!isAuthFailure(error) || error.name === 'AuthRetryableFetchError' || !error.message) return undefined
  const reasons = error.reasons?.flatMap((reason) => WEAKNESS[reason] ?? [])
  return reasons?.length ? `${error.message.replace(/\.$/, '')}: ${reasons.join(', ')}.` : error.message
}
