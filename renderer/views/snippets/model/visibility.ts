import { Globe, Lock, Shield } from "lucide-react";
import type { Snippet } from "../../../../shared/api/resources/project-snippets.ts";
import type { Visibility } from "../../../../shared/api/resources/projects.ts";
import type { IconType } from "../../../ui/marks/icon.tsx";

interface VisibilityBadge {
  readonly value: Visibility;
  readonly label: string;
  readonly icon: IconType;
  /** People who see the snippet, as a sentence. */
  readonly meaning: string;
}

export const visibilities: readonly VisibilityBadge[] = [
  { value: "private", label: "Private", icon: Lock, meaning: "Only you see it." },
  {
    value: "internal",
    label: "Internal",
    icon: Shield,
    meaning: "Everyone who is signed in to this service sees it.",
  },
  { value: "public", label: "Public", icon: Globe, meaning: "Anyone can see it, even without an account." },
];

/** Returns how the visibility of a snippet is shown; services may have others than the three. */
export const visibilityBadge = ({ visibility }: Pick<Snippet, "visibility">): VisibilityBadge | null =>
  visibilities.find(({ value }) => value === visibility) ?? null;
