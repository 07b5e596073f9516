import { vi } from 'vitest'
import type { SidePanel } from '../components/console/use-side-panel.ts'

/** A panel for a new row, without an address. @param beside whether it stands beside the list. */
export const sidePanel = (beside = false): SidePanel => ({
  at: { kind: 'add' },
  id: undefined,
  beside,
  open: vi.fn(),
  close: vi.fn(),
  guard: { current: undefined },
})
