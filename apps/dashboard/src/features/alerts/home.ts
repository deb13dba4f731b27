import { createContext, use } from 'react'

/** The organization whose alerts are shown, or one of its projects. */
export interface AlertsHome {
  organizationId: string
  /** Shows rules and incidents of this project alone. */
  projectId: string | undefined
  /** Projects of the organization that the reader sees. */
  projects: readonly { id: string; name: string }[]
  mayChange: boolean
}

export const AlertsHomeContext = createContext<AlertsHome | undefined>(undefined)

export function useHome(): AlertsHome {
  return use(AlertsHomeContext)!
}

/** Returns the name of a project, if the reader sees it. */
export function projectName({ projects }: AlertsHome, id: string | null): string | undefined {
  return projects.find((project) => project.id === id)?.name
}
