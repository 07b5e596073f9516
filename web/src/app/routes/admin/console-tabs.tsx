import ArrowLeft from 'lucide-react/icons/arrow-left'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import type { Waiting } from '../../../data/overview/console-waiting-query.ts'
import * as styles from './console-layout.module.css'
import { home } from './console-sections.ts'
import { SectionLink, Tally, waitingIn } from './section-link.tsx'
import { usePlaces } from './use-places.ts'

export interface ConsoleTabsProps {
  waiting: Partial<Waiting> | undefined
  onSearch: () => void
}

/** The phone's navigation in the console: the four commonest sections, and a sheet with all. */
export function ConsoleTabs({ waiting, onSearch }: ConsoleTabsProps) {
  const { pathname } = useLocation()
  const { groups, tabs } = usePlaces()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the sheet
  useEffect(() => setOpen(false), [pathname])
  const inTabs = new Set(tabs.map(({ to }) => to))
  const elsewhere = groups
    .flatMap(({ sections }) => sections)
    .filter(({ to }) => !inTabs.has(to))
    .reduce((sum, section) => sum + waitingIn(section, waiting), 0)
  const inTab = tabs.some(({ to }) => (to === home.to ? pathname === to : pathname.startsWith(to)))
  return (
    <>
      <nav className={`tabbar ${styles.tabs}`} aria-label="Tabs">
        {tabs.map((section) => (
          <SectionLink key={section.to} section={section} waiting={waiting} />
        ))}
        <button
          type="button"
          className={inTab ? undefined : 'is-here'}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          <LayoutGrid className="icon" aria-hidden="true" />
          Sections
          {elsewhere > 0 && <Tally count={elsewhere} />}
        </button>
      </nav>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Sections">
        <Button
          className={styles.search}
          variant="line"
          block
          icon={<Search className="icon" aria-hidden="true" />}
          onClick={() => {
            setOpen(false)
            onSearch()
          }}
        >
          Search or jump to
        </Button>
        <div className={styles.everySection}>
          {groups.map(({ name, sections }) => (
            <section key={name}>
              <h3>{name}</h3>
              <ul>
                {sections.map((section) => (
                  <li key={section.to}>
                    <SectionLink section={section} waiting={waiting} onClick={() => setOpen(false)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <ButtonLink
          className={styles.back}
          variant="line"
          block
          to="/dashboard"
          icon={<ArrowLeft className="icon" aria-hidden="true" />}
        >
          Back to the club
        </ButtonLink>
      </Sheet>
    </>
  )
}
