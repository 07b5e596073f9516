import { useParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { NotFound } from '../../components/single/not-found.tsx'
import { SingleGame } from '../../features/games/components/single-game.tsx'
import { MuteButton } from '../../features/notifications/components/mute-button.tsx'
import { useUserId } from '../../hooks/use-session.ts'
import { isUuid } from '../../lib/is-uuid.ts'

/** `/games/:gameId`. */
export function Component() {
  const userId = useUserId()
  const { gameId } = useParams()
  if (!isUuid(gameId)) return <NotFound />
  return userId === undefined ? (
    <Page title="Game">{null}</Page>
  ) : (
    <SingleGame key={gameId} userId={userId} gameId={gameId} mute={<MuteButton subjectId={gameId} what="game" />} />
  )
}
