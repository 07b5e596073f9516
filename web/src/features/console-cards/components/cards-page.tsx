import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useCardDeleteMutation } from '../../../data/cards/console-cards-mutations.ts'
import { type ConsoleCard, consoleCardsQuery } from '../../../data/cards/console-cards-query.ts'
import { useConsoleCardsRealtime } from '../../../data/cards/console-realtime.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { CardFormDialog } from './card-form-dialog.tsx'
import { CardList } from './card-list.tsx'

export interface CardsPageProps {
  /** Draws a card as on its page. */
  preview: (card: InfoCard) => ReactNode
}

const NEWEST = { key: 'created', dir: 'desc' } as const

/** All info cards: create, edit, activate, deactivate and delete. */
export function CardsPage({ preview }: CardsPageProps) {
  useConsoleCardsRealtime()
  const { page, onPage } = useListState({ sort: NEWEST, sorts: [] })
  const cards = useQuery(consoleCardsQuery(page))
  const remove = useCardDeleteMutation()
  const toast = useToast()
  const [edited, setEdited] = useState<ConsoleCard | 'new'>()
  const [toDelete, setToDelete] = useState<ConsoleCard>()
  const current = cards.data?.cards.find((card) => typeof edited === 'object' && card.id === edited.id)

  return (
    <ConsolePage
      title="Cards"
      count={cards.data?.total}
      actions={
        <Button
          data-create
          size="sm"
          icon={<Plus className="icon" aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          Add card
        </Button>
      }
    >
      <CardList cards={cards} page={page} onPage={onPage} onEdit={setEdited} onDelete={setToDelete} />
      {edited && (
        <CardFormDialog
          key={edited === 'new' ? 'new' : edited.id}
          card={edited === 'new' ? undefined : edited}
          current={current}
          preview={preview}
          onClose={() => setEdited(undefined)}
          onSaved={(title) => {
            setEdited(undefined)
            toast(`${title} is saved.`)
          }}
        />
      )}
      <ConfirmAction
        open={toDelete !== undefined}
        title="Delete this card?"
        text={`${toDelete?.title} will no longer be shown anywhere. This cannot be undone; a card that may be needed again can be deactivated instead.`}
        confirmLabel="Delete"
        failure={consoleFailureText.deleteInfoCard}
        onConfirm={async () => {
          if (toDelete) await remove.mutateAsync(toDelete.id)
        }}
        onClose={() => setToDelete(undefined)}
      />
    </ConsolePage>
  )
}
