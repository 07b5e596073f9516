import MailX from 'lucide-react/icons/mail-x'
import Package from 'lucide-react/icons/package'
import Truck from 'lucide-react/icons/truck'
import { Empty } from '../../../components/feedback/empty.tsx'
import { TypeIcon } from '../../../components/game/game-type.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { PrizeImage } from '../../../components/ui/prize-image.tsx'
import { SwimIcon } from '../../../components/ui/swim-icon.tsx'
import type { ClaimToSend, GameToSettle, Waiting } from '../../../data/overview/console-waiting-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../home.module.css'
import { settleText, stockText, toDo, waitText } from '../waiting-text.ts'
import { AppealsToDo } from './appeals-to-do.tsx'
import { RecordsToDo } from './records-to-do.tsx'
import { ReportsToDo } from './reports-to-do.tsx'
import { ToDoGroup, ToDoRow } from './to-do-group.tsx'

/** Everything that waits for the club team, by kind, each with its three oldest. */
export function ToDo({ waiting }: { waiting: Waiting }) {
  const now = useNow()
  const { claims, games, reports, appeals, records, prizes, undelivered } = waiting
  if (toDo(waiting) === 0)
    return (
      <Card className={styles.toDo}>
        <Empty icon={<FloatDrawing />} titleAs="h2" title="Nothing is waiting. Go fishing." />
      </Card>
    )
  return (
    <Card className={styles.toDo}>
      {claims.count > 0 && (
        <ToDoGroup
          icon={<Truck className="icon" aria-hidden="true" />}
          title="Prize claims to send"
          count={claims.count}
          late={claims.overdue > 0}
          all={{ to: '/admin/claims?sort=open', text: 'All claims' }}
        >
          {claims.oldest.map((claim, index) => (
            <ClaimRow key={claim.id} claim={claim} now={now} first={index === 0 && claim.is_overdue} />
          ))}
        </ToDoGroup>
      )}
      {games.count > 0 && (
        <ToDoGroup
          icon={<SwimIcon className="icon" aria-hidden="true" />}
          title="Games to complete"
          count={games.count}
          all={{ to: '/admin/games', text: 'All games' }}
        >
          {games.oldest.map((game) => (
            <GameRow key={game.id} game={game} now={now} />
          ))}
        </ToDoGroup>
      )}
      {reports.count > 0 && <ReportsToDo reports={reports} now={now} />}
      {appeals.count > 0 && <AppealsToDo appeals={appeals} now={now} />}
      {records.count > 0 && <RecordsToDo records={records} now={now} />}
      {prizes.count > 0 && (
        <ToDoGroup
          icon={<Package className="icon" aria-hidden="true" />}
          title="Prizes running low"
          count={prizes.count}
          all={{ to: '/admin/prizes', text: 'All prizes' }}
        >
          {prizes.lowest.map((prize) => (
            <ToDoRow
              key={prize.id}
              picture={<PrizeImage url={prize.image_url} type={prize.type} width={36} height={36} />}
              title={prize.title}
              detail={stockText(prize)}
              to={`/admin/prizes?package=${prize.package_id}&item=${prize.id}`}
              action="Restock"
            />
          ))}
        </ToDoGroup>
      )}
      {undelivered > 0 && (
        <ToDoGroup
          icon={<MailX className="icon" aria-hidden="true" />}
          title="Messages not delivered"
          count={undelivered}
          all={{ to: '#undelivered', text: 'All messages' }}
        >
          <ToDoRow
            picture={<MailX className="icon" aria-hidden="true" />}
            title={formatCount(undelivered, 'message was given up', 'messages were given up')}
            detail="The notifications themselves are in the app"
            to="#undelivered"
            action="Review"
          />
        </ToDoGroup>
      )}
    </Card>
  )
}

function ClaimRow({ claim, now, first }: { claim: ClaimToSend; now: Date; first: boolean }) {
  const { title, username, user_id, avatar_url, method, city, stage, claimed_at, is_overdue } = claim
  const details = [method === 'express' ? 'Express' : 'Standard', city, stage === 'processing' && 'being packed']
  return (
    <ToDoRow
      picture={<Avatar id={user_id ?? claim.id} name={username ?? '?'} src={avatar_url} size={36} />}
      title={`${title} for ${username ?? 'a deleted member'}`}
      detail={details.filter(Boolean).join(', ')}
      wait={waitText(claimed_at, now)}
      overdue={is_overdue}
      to={`/admin/claims?claim=${claim.id}`}
      action="Pack and send"
      first={first}
    />
  )
}

function GameRow({ game, now }: { game: GameToSettle; now: Date }) {
  const places = game.type === 'carp_of_week'
  return (
    <ToDoRow
      picture={<TypeIcon type={game.type} />}
      title={game.title}
      detail={settleText(game)}
      wait={`Ended ${waitText(game.end_date, now)} ago`}
      to={places ? `/admin/games?entries=${game.id}` : `/admin/games?q=${encodeURIComponent(game.title)}`}
      action={places ? 'Choose places' : 'Complete'}
    />
  )
}
