import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import type { VideoFields } from '../../data/live/console-videos-mutations.ts'
import type { ConsoleVideo } from '../../data/live/console-videos-query.ts'
import { trimmedLength } from '../../lib/trimmed-length.ts'
import { parseEmbedCode } from './embed-code.ts'

/** A video as it stands in the form. */
export interface VideoDraft {
  title: string
  embedCode: string
  description: string
  scheduledFor: string | null
  isActive: boolean
}

export type VideoErrors = Partial<Record<keyof VideoDraft, string>>

export const newVideoDraft = (): VideoDraft => ({
  title: '',
  embedCode: '',
  description: '',
  scheduledFor: null,
  isActive: false,
})

export const videoDraftOf = ({ title, embedCode, description, scheduledFor, isActive }: ConsoleVideo): VideoDraft => ({
  title,
  embedCode,
  description,
  scheduledFor,
  isActive,
})

export const UNKNOWN_EMBED =
  'This is no YouTube, Vimeo, Twitch or Facebook video. Paste the address of the video, or the embed code of its provider.'

/** What is wrong with a draft, in the order of the form; empty when nothing is. */
export function videoErrors({ title, embedCode, description, scheduledFor }: VideoDraft): VideoErrors {
  const errors: VideoErrors = {}
  if (!title.trim()) errors.title = 'Title is required'
  else if (trimmedLength(title) > TEXT_LIMITS.title) errors.title = `Use ${TEXT_LIMITS.title} characters at most`
  if (!embedCode.trim()) errors.embedCode = 'Embed code is required'
  else if (!parseEmbedCode(embedCode)) errors.embedCode = UNKNOWN_EMBED
  if (!scheduledFor) errors.scheduledFor = 'Scheduled time is required'
  if (trimmedLength(description) > TEXT_LIMITS.videoDescription)
    errors.description = `Use ${TEXT_LIMITS.videoDescription} characters at most`
  return errors
}

/** What is stored of a draft without errors. */
export const videoFields = (draft: VideoDraft): VideoFields => ({
  title: draft.title.trim(),
  description: draft.description.trim(),
  embedCode: draft.embedCode.trim(),
  scheduledFor: draft.scheduledFor ?? '',
  isActive: draft.isActive,
})
