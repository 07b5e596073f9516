import type { UseQueryResult } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import * as list from '../../../components/console/list.module.css'
import * as rows from '../../../components/console/media-rows.module.css'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { RowAction } from '../../../components/console/row-action.tsx'
import type { RowSelection } from '../../../components/console/row-selection.ts'
import { PickAll } from '../../../components/console/select-all.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { useCardSwitchMutation } from '../../../data/cards/console-cards-mutations.ts'
import type { ConsoleCard, ConsoleCards } from '../../../data/cards/console-cards-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { StaleError } from '../../../lib/stale-error.ts'
import { CardRow } from './card-row.tsx'

export interface CardListProps {
  cards: UseQueryResult<ConsoleCards>
  selection: RowSelection<ConsoleCard>
  /** ID of the card whose panel is open. */
  openId: string | undefined
  /** Takes away search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
  onEdit: (card: ConsoleCard) => void
  onDelete: (card: ConsoleCard) => void
}

/** The cards of one page, or an error or empty state. */
export function CardList({ cards, selection, openId, onClear, onEdit, onDelete }: CardListProps) {
  const now = useNow()
  const flip = useCardSwitchMutation()
  const [flipping, setFlipping] = useState<string>()

  const onSwitch = (card: ConsoleCard) => {
    if (flip.isPending) return
    setFlipping(card.id)
    flip.mutate(card)
  }

  if (cards.isPending)
    return (
      <SkeletonGroup label="Loading info cards">
        <div className="card divide">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className={rows.item}>
              <Skeleton width={112} height={48} />
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  if (!cards.data)
    return <ErrorBanner action="loadInfoCards" error={cards.error} onRetry={() => void cards.refetch()} />
  return (
    <>
      {flip.isError &&
        (flip.error instanceof StaleError ? (
          <Banner tone="warn" className={list.notice} onDismiss={flip.reset}>
            Someone else changed this card in the meantime, so its state was not changed. The list shows the latest
            version.
          </Banner>
        ) : (
          <ErrorBanner
            className={list.notice}
            action={consoleFailureText.updateInfoCard}
            error={flip.error}
            onDismiss={flip.reset}
          />
        ))}
      {cards.data.cards.length === 0 ? (
        <div className="card">
          {onClear ? (
            <NothingFound title="No cards found." onClear={onClear} />
          ) : (
            <Empty icon={<FloatDrawing />} title="No info cards available yet." />
          )}
        </div>
      ) : (
        <>
          <PickAll headless page={cards.data.cards} selection={selection} />
          <ul
            className={`card divide ${rows.rows} ${rows.pickable}`}
            aria-label="Info cards"
            aria-busy={cards.isPlaceholderData}
            data-picking={selection.isPicking || undefined}
          >
            {cards.data.cards.map((card) => (
              <RowBoundary
                key={card.id}
                of={card}
                as="li"
                actions={
                  <RowAction
                    danger
                    label={`Delete ${card.title}`}
                    text="Delete"
                    icon={<Trash2 className="icon" aria-hidden="true" />}
                    onClick={() => onDelete(card)}
                  />
                }
              >
                <CardRow
                  card={card}
                  now={now}
                  selection={selection}
                  open={card.id === openId}
                  busy={flip.isPending && flipping === card.id}
                  onSwitch={() => onSwitch(card)}
                  onEdit={() => onEdit(card)}
                  onDelete={() => onDelete(card)}
                />
              </RowBoundary>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
