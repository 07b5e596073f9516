import * as z from 'zod/mini'
import { TEXT_LIMITS } from '../../../../contract/src/limits.ts'
import { moment } from '../../components/console/field-kinds.ts'
import type { RowEditor } from '../../components/console/row-editor.tsx'
import type { VideoFields } from '../../data/live/console-videos-mutations.ts'
import type { ConsoleVideo } from '../../data/live/console-videos-query.ts'
import { consoleFailureText } from '../../lib/console-failure-text.ts'
import { text } from '../../lib/form/schema.ts'
import { parseEmbedCode } from './embed-code.ts'

export const UNKNOWN_EMBED =
  'This is not a YouTube, Vimeo, Twitch or Facebook video. Paste the address of the video, or the embed code of its provider.'

export const videoSchema = z.object({
  title: text(TEXT_LIMITS.title, { missing: 'Title is required' }),
  embedCode: z.string().check(
    z.trim(),
    z.refine((code) => code !== '', 'Embed code is required'),
    z.refine((code) => parseEmbedCode(code) !== undefined, UNKNOWN_EMBED),
  ),
  scheduledFor: moment('Scheduled time is required'),
  description: text(TEXT_LIMITS.videoDescription),
  isActive: z.boolean(),
})

export type VideoValues = z.input<typeof videoSchema>

/** The editor of live videos. */
export const VIDEO_EDITOR: RowEditor<ConsoleVideo, VideoValues, VideoFields> = {
  schema: videoSchema,
  read: (video) => ({
    title: video?.title ?? '',
    embedCode: video?.embedCode ?? '',
    description: video?.description ?? '',
    scheduledFor: video?.scheduledFor ?? null,
    isActive: video?.isActive ?? false,
  }),
  made: { title: 'Add a video', submit: 'Create video', failure: consoleFailureText.createVideo },
  changed: { title: 'Edit video', submit: 'Save video', failure: consoleFailureText.updateVideo },
}
