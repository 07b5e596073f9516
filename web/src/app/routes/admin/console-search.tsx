import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Palette } from '../../../features/console-palette/palette.tsx'
import type { PaletteEntry } from '../../../features/console-palette/palette-entries.ts'
import { Shortcuts } from '../../../features/console-palette/shortcuts.tsx'
import { useConsoleKeys } from '../../../features/console-palette/use-console-keys.ts'
import * as styles from './console-layout.module.css'
import { home } from './console-sections.ts'
import { usePlaces } from './use-places.ts'

const LAST = 5

/**
 * The keys of the console, its palette and the list of shortcuts.
 * @returns how the palette is opened, and what is to be drawn.
 */
export function useConsoleSearch() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { groups, actions } = usePlaces()
  const places = [home, ...groups.flatMap((group) => group.sections)]
  const sections: readonly PaletteEntry[] = places.map(({ letter, ...section }) => ({
    ...section,
    keys: `G ${letter.toUpperCase()}`,
  }))
  const [shown, show] = useState<'palette' | 'shortcuts'>()
  const visited = useRef<readonly string[]>([])
  if (visited.current[0] !== pathname)
    visited.current = [pathname, ...visited.current.filter((path) => path !== pathname)].slice(0, LAST + 1)
  const { single, setSingle } = useConsoleKeys({
    onSearch: () => show('palette'),
    onHelp: () => show('shortcuts'),
    onGo: (letter) => {
      const to = places.find((place) => place.letter === letter)?.to
      // It returns a promise only with the data router, which this app does not use.
      if (to) void navigate(to)
    },
  })
  const recent = visited.current.slice(1).flatMap((path) => sections.find(({ to }) => to === path) ?? [])
  return {
    openPalette: () => show('palette'),
    dialogs: (
      <>
        <Palette
          open={shown === 'palette'}
          onClose={() => show(undefined)}
          sections={sections}
          actions={actions}
          recent={recent}
        />
        <Shortcuts
          open={shown === 'shortcuts'}
          onClose={() => show(undefined)}
          sections={sections}
          single={single}
          onSingle={setSingle}
        />
      </>
    ),
  }
}

/** Opens the palette, in the head of the sidebar. */
export function FindButton({ onClick }: { onClick: () => void }) {
  const modifier = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'
  return (
    <button
      type="button"
      className={styles.find}
      aria-label={`Search or jump to, ${modifier} K`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <Search className="icon" aria-hidden="true" />
      <kbd>{modifier} K</kbd>
    </button>
  )
}
