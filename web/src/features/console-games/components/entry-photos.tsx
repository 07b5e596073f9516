import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { TeamMark } from '../../../components/game/team-mark.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import { Drawn, RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ConsoleEntry } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { usePlaceMutation } from '../../../data/games/console-place-mutation.ts'
import * as styles from '../entries.module.css'
import { PlaceRadios } from './place-radios.tsx'

/** The photos of a carp of the week; each can be given a place while the game is active. */
export function EntryPhotos({ game, entries }: { game: ConsoleGame; entries: readonly ConsoleEntry[] }) {
  const place = usePlaceMutation(game.id)
  const [failure, setFailure] = useState<unknown>()
  return (
    <>
      {failure !== undefined && (
        <div className={styles.photosFailure}>
          <ErrorBanner action="setWinner" error={failure} onDismiss={() => setFailure(undefined)} />
        </div>
      )}
      <div className={styles.photos}>
        {entries.map((entry) => (
          <RowBoundary key={entry.id} of={entry}>
            <Drawn
              by={() => (
                <figure>
                  <a href={entry.photoUrl ?? undefined} target="_blank" rel="noreferrer" className="media ratio-4-3">
                    <Photo url={entry.photoUrl} alt={`Photo by ${entry.member.username}`} width={320} height={240} />
                    <span className="visually-hidden">, opens in a new tab</span>
                  </a>
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
                    ) : game.state === 'active' ? (
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
                  </figcaption>
                </figure>
              )}
            />
          </RowBoundary>
        ))}
      </div>
    </>
  )
}
