import { Compass } from "lucide-react";
import { AppLink } from "../features/addresses/app-link.tsx";
import { hrefs } from "../features/addresses/hrefs.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

export const NotFound = () => (
  <EmptyState
    page
    icon={Compass}
    title="Nothing lives at this address"
    description="It may come from a newer version of Helve, or a part of it is missing."
    actions={
      <Button asChild>
        <AppLink href={hrefs.home}>Go home</AppLink>
      </Button>
    }
  />
);
