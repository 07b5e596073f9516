import { Pill, type PillTone } from '../ui/pill.tsx'

const LOOK: Record<string, { name: string; tone: PillTone } | undefined> = {
  pending: { name: 'Pending', tone: 'warn' },
  processing: { name: 'Processing', tone: 'info' },
  shipped: { name: 'Shipped', tone: 'lake' },
  delivered: { name: 'Delivered', tone: 'ok' },
  closed: { name: 'Closed', tone: 'grey' },
}

/** Status of a claimed prize. Points are paid when claimed, so a closed points prize shows "Paid". */
export function FulfillmentPill({ status, type }: { status: string; type: string }) {
  if (type === 'points' && status === 'closed') return <Pill tone="ok">Paid</Pill>
  const { name, tone } = LOOK[status] ?? { name: status, tone: 'grey' }
  return <Pill tone={tone}>{name}</Pill>
}
