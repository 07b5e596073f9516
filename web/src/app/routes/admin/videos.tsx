import { VideosPage } from '../../../features/console-videos/components/videos-page.tsx'
import type { ParsedVideo } from '../../../features/console-videos/embed-code.ts'
import { Player } from '../../../features/live/components/player.tsx'

const preview = (title: string, { provider, videoId }: ParsedVideo) => (
  <Player title={title} provider={provider} videoId={videoId} framed />
)

/** `/admin/videos`: the live videos. */
export function Component() {
  return <VideosPage preview={preview} />
}
