import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SettingsLayout, settingsLink } from '../components/settings-layout.tsx'

interface SectionsProps<Name extends string> {
  title: string
  sections: readonly (readonly [name: Name, label: string, ...rest: unknown[]])[]
  current: Name
  /** Where a section is. */
  linkTo: (section: Name) => Pick<LinkProps, 'to' | 'params'>
  children: ReactNode
}

/** A page of settings in sections, each of which has an address of its own. */
export function Sections<Name extends string>({ title, sections, current, linkTo, children }: SectionsProps<Name>) {
  return (
    <SettingsLayout
      title={title}
      nav={sections.map(([name, label]) => (
        <Link
          key={name}
          {...(linkTo(name) as LinkProps)}
          replace
          ref={name === current ? bringIntoView : undefined}
          aria-current={name === current ? 'page' : undefined}
          className={settingsLink}
        >
          {label}
        </Link>
      ))}
    >
      {children}
    </SettingsLayout>
  )
}

/** Shows the current section where the row of sections is wider than a phone. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** Returns the section of an address, or the first one. */
export function sectionOf<Section extends readonly [name: string, ...rest: unknown[]]>(
  sections: readonly Section[],
  name: string,
): Section {
  return sections.find(([one]) => one === name) ?? sections[0]!
}
