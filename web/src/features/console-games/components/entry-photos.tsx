import ImageOff from 'lucide-react/icons/image-off'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { TeamMark } from '../../../components/game/team-mark.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Drawn, RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ConsoleEntry } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { useEntryPhotoRemoval } from '../../../data/games/console-photo-mutation.ts'
import { usePlaceMutation } from '../../../data/games/console-place-mutation.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../entries.module.css'
import { PlaceRadios } from './place-radios.tsx'

/** The photos of a carp of the week; each can be given a place while the game is active. */
export function EntryPhotos({ game, entries }: { game: ConsoleGame; entries: readonly ConsoleEntry[] }) {
  const place = usePlaceMutation(game.id)
  const [failure, setFailure] = useState<unknown>()
  const removal = useEntryPhotoRemoval()
  const [removed, setRemoved] = useState<ConsoleEntry>()
  return (
    <>
      {failure !== undefined && (
        <div className={styles.photosFailure}>
          <ErrorBanner action={consoleFailureText.setWinner} error={failure} onDismiss={() => setFailure(undefined)} />
        </div>
      )}
      <div className={styles.photos}>
        {entries.map((entry) => (
          <RowBoundary key={entry.id} of={entry}>
            <Drawn
              by={() => (
                <figure>
                  {entry.photoUrl ? (
                    <a href={entry.photoUrl} target="_blank" rel="noreferrer" className="media ratio-4-3">
                      <Photo url={entry.photoUrl} alt={`Photo by ${entry.member.username}`} width={320} height={240} />
                      <span className="visually-hidden">, opens in a new tab</span>
                    </a>
                  ) : (
                    <p className={`media ratio-4-3 ${styles.removed}`}>Photo removed</p>
                  )}
                  <figcaption>
                    <span className={`cluster ${styles.member}`}>
                      <Avatar
                        id={entry.member.id}
                        name={entry.member.username}
                        src={entry.member.avatarUrl}
                        size={32}
                      />
                      <bdi className="strong ellipsis">{entry.member.username}</bdi>
                    </span>
                    {entry.byTeam ? (
                      <TeamMark />
                    ) : game.state === 'active' && entry.photoUrl ? (
                      <PlaceRadios
                        name={entry.member.username}
                        place={entry.place}
                        onChoose={(chosen) => {
                          setFailure(undefined)
                          place.mutate({ entryId: entry.id, place: chosen }, { onError: setFailure })
                        }}
                      />
                    ) : (
                      entry.isWinner &&
                      entry.place !== null && <Peg value={entry.place} tone={placeTone(entry.place)} what="Place" />
                    )}
                    {entry.photoUrl && (
                      <IconButton
                        label={`Remove the photo of ${entry.member.username}`}
                        icon={<ImageOff className="icon" aria-hidden="true" />}
                        onClick={() => setRemoved(entry)}
                      />
                    )}
                  </figcaption>
                </figure>
              )}
            />
          </RowBoundary>
        ))}
      </div>
      <ConfirmAction
        open={removed !== undefined}
        title={`Remove the photo of ${removed?.member.username ?? ''}?`}
        text={
          game.state === 'active'
            ? 'No one can see it any longer, and the entry cannot take a place. This cannot be undone.'
            : 'No one can see it any longer. Places and points stay. This cannot be undone.'
        }
        confirmLabel="Remove"
        onConfirm={async () => removed && (await removal.mutateAsync(removed.id))}
        onClose={() => setRemoved(undefined)}
        failure={consoleFailureText.removePhoto}
      />
    </>
  )
}
