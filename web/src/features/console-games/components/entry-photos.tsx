import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { ConsoleEntry } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { usePlaceMutation } from '../../../data/games/console-place-mutation.ts'
import { PlaceRadios } from './place-radios.tsx'

/** The photos of a carp of the week; while it is active each can be given a place. */
export function EntryPhotos({ game, entries }: { game: ConsoleGame; entries: readonly ConsoleEntry[] }) {
  const place = usePlaceMutation(game.id)
  const [failure, setFailure] = useState<unknown>()
  return (
    <>
      {failure !== undefined && (
        <div className="winpick-failure">
          <ErrorBanner action="setWinner" error={failure} onDismiss={() => setFailure(undefined)} />
        </div>
      )}
      <div className="winpick">
        {entries.map((entry) => (
          <figure key={entry.id}>
            <a href={entry.photoUrl ?? undefined} target="_blank" rel="noreferrer" className="media r43">
              <Photo url={entry.photoUrl} alt={`Photo by ${entry.member.username}`} width={320} height={240} />
              <span className="vh">, opens in a new tab</span>
            </a>
            <figcaption>
              <span className="row winpick-who">
                <Avatar id={entry.member.id} name={entry.member.username} src={entry.member.avatarUrl} size={32} />
                <bdi className="strong ellipsis">{entry.member.username}</bdi>
              </span>
              {game.state === 'active' ? (
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
        ))}
      </div>
    </>
  )
}
