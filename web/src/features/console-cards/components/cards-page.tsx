import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { ChoiceChip } from '../../../components/console/choice-chip.tsx'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { PanelNotice } from '../../../components/console/panel-notice.tsx'
import { PickButton } from '../../../components/console/pick-button.tsx'
import { SortChoice } from '../../../components/console/sort-choice.tsx'
import { useLastRow } from '../../../components/console/use-last-row.ts'
import { useRowSelection } from '../../../components/console/use-row-selection.ts'
import { useSidePanel } from '../../../components/console/use-side-panel.ts'
import { Views } from '../../../components/console/views.tsx'
import { WithPanel } from '../../../components/console/with-panel.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import type { InfoCard } from '../../../data/cards/cards-query.ts'
import { useCardDeleteMutation } from '../../../data/cards/console-cards-mutations.ts'
import {
  CARDS_PAGE_SIZE,
  type ConsoleCard,
  cardCountsQuery,
  cardsThere,
  consoleCardQuery,
  consoleCardsQuery,
} from '../../../data/cards/console-cards-query.ts'
import {
  CARD_SORTS,
  CARD_VIEWS,
  type CardSort,
  type CardsFound,
  type CardView,
} from '../../../data/cards/console-cards-search.ts'
import { useConsoleCardsRealtime } from '../../../data/cards/console-realtime.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { PLACEMENTS } from '../card-schema.ts'
import { VIEWS } from '../card-views.ts'
import { exportCards } from '../cards-export.ts'
import { BulkCards } from './bulk-cards.tsx'
import { CardFormDialog } from './card-form-dialog.tsx'
import { CardList } from './card-list.tsx'

export interface CardsPageProps {
  /** Draws a card as on its page. */
  preview: (card: InfoCard) => ReactNode
}

const NEWEST = { key: 'created', dir: 'desc' } as const
const SORTS = [
  { sort: NEWEST, label: 'Newest first' },
  { sort: { key: 'created', dir: 'asc' }, label: 'Oldest first' },
  { sort: { key: 'end', dir: 'asc' }, label: 'First to end' },
  { sort: { key: 'title', dir: 'asc' }, label: 'Title, A to Z' },
] as const
const PLACES = PLACEMENTS.map(({ value }) => value)
const PLACE_NAMES = Object.fromEntries(PLACEMENTS.map(({ value, label }) => [value, label])) as Record<
  (typeof PLACES)[number],
  string
>

const asSelected = ({ id, title }: ConsoleCard) => ({ id, name: title })

/** All info cards in views by their state: create, edit, activate, deactivate and delete. What is shown is in the address. */
export function CardsPage({ preview }: CardsPageProps) {
  useConsoleCardsRealtime()
  const list = useListState({ sort: NEWEST, sorts: CARD_SORTS, filters: CARD_VIEWS, choices: { placement: PLACES } })
  const found: CardsFound = {
    text: list.search,
    view: list.filter as CardView,
    placement: PLACES.find((place) => place === list.chosen('placement')),
  }
  const cards = useQuery(
    consoleCardsQuery({
      ...found,
      sort: list.sort.key as CardSort,
      descending: list.sort.dir === 'desc',
      page: list.page,
    }),
  )
  const counts = useQuery(cardCountsQuery())
  const total = cards.data?.total
  const { pages } = usePages(list, {
    total,
    size: CARDS_PAGE_SIZE,
    isCurrent: cards.isSuccess && !cards.isPlaceholderData,
  })
  const { selection, rowSelection, isPicking, setPicking } = useRowSelection({
    rows: cards.data?.cards ?? [],
    asSelected,
    many: 'cards',
    there: cardsThere,
  })
  const remove = useCardDeleteMutation()
  const toast = useToast()
  const [toDelete, setToDelete] = useState<ConsoleCard>()
  const panel = useSidePanel()
  const inList = cards.data?.cards.find(({ id }) => id === panel.id)
  const one = useQuery({
    ...consoleCardQuery(panel.id ?? ''),
    enabled: panel.id !== undefined && cards.isSuccess && !inList,
  })
  const current = inList ?? one.data ?? undefined
  const edited = useLastRow(panel.id, current)
  const editor = {
    panel,
    preview,
    onSaved: (title: string) => {
      panel.close()
      toast(`${title} is saved.`)
    },
  }

  return (
    <ConsolePage
      title="Cards"
      count={total}
      actions={
        <>
          <ExportButton
            label={list.isNarrowed ? 'Export found' : 'Export CSV'}
            fileName={`cards-${new Date().toISOString().slice(0, 10)}`}
            load={() => exportCards(found)}
            failure="loadInfoCards"
          />
          <Button
            data-create
            size="sm"
            icon={<Plus className="icon" aria-hidden="true" />}
            onClick={() => panel.open({ kind: 'add' })}
          >
            Add card
          </Button>
        </>
      }
    >
      <Views views={VIEWS} current={found.view} onView={list.onFilter} counts={counts.data ?? {}} />
      <ListControls searched="Search cards by title" text={list.search} onSearch={list.onSearch}>
        <ChoiceChip
          name="Placement"
          values={PLACES}
          names={PLACE_NAMES}
          value={found.placement}
          onChoose={(placement) => list.onChoose('placement', placement)}
        />
        <SortChoice sorts={SORTS} sort={list.sort} onSort={list.onSort} />
        <PickButton isPicking={isPicking} onPick={setPicking} />
      </ListControls>
      <p className="visually-hidden" role="status">
        {cards.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'card')} found`}
      </p>
      <WithPanel
        panel={panel}
        form={
          panel.id === undefined ? (
            <CardFormDialog key="new" card={undefined} current={undefined} {...editor} />
          ) : edited ? (
            <CardFormDialog key={panel.id} card={edited} current={current} {...editor} />
          ) : (
            <PanelNotice panel={panel} title="Edit card" query={one} missing="There is no such card." />
          )
        }
      >
        <CardList
          cards={cards}
          selection={rowSelection}
          openId={panel.id}
          onClear={list.isNarrowed ? list.onClear : undefined}
          onEdit={({ id }) => panel.open({ kind: 'edit', id })}
          onDelete={setToDelete}
        />
        <Pager label="Pages of info cards" page={list.page} pages={pages} onPage={list.onPage} />
      </WithPanel>
      <BulkCards selection={selection} />
      <ConfirmAction
        open={toDelete !== undefined}
        title="Delete this card?"
        text={`${toDelete?.title} will no longer be shown anywhere. This cannot be undone; a card that may be needed again can be deactivated instead.`}
        confirmLabel="Delete"
        failure={consoleFailureText.deleteInfoCard}
        onConfirm={async () => {
          if (!toDelete) return
          await remove.mutateAsync(toDelete.id)
          selection.remove([toDelete.id])
          if (panel.id === toDelete.id) panel.close()
        }}
        onClose={() => setToDelete(undefined)}
      />
    </ConsolePage>
  )
}
