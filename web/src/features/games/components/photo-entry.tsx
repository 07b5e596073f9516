import type { FormEvent } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { PhotoDrop } from '../../../components/ui/photo-drop.tsx'
import type { Game } from '../../../data/games/game.ts'
import { uploadGamePhoto } from '../../../data/games/photo-upload.ts'
import { useEntry } from '../use-entry.ts'
import { EntryFailure } from './entry-failure.tsx'

/** Uploads one photo and submits it. */
export function PhotoEntry({ game, userId }: { game: Game; userId: string }) {
  const { draft, change, send, busy, failure, dismissFailure } = useEntry(game, userId, 'submitPhoto')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft) void send({ photoUrl: draft })
  }
  return (
    <form className="stack" onSubmit={submit} aria-label={game.title}>
      <PhotoDrop
        label="Your photo"
        value={draft}
        onChange={(url) => change(url ?? '')}
        upload={(file, watch) => uploadGamePhoto(userId, file, watch)}
        action="uploadGamePhoto"
        disabled={busy}
      />
      <EntryFailure failure={failure} onDismiss={dismissFailure} />
      <Button type="submit" variant="tip" block busy={busy} disabled={!draft}>
        Submit Photo
      </Button>
    </form>
  )
}
