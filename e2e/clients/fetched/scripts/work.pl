use strict;
use warnings;
use GitLab::API::v4;

my ($url, $token) = @ARGV;
my $service = GitLab::API::v4->new(url => "$url/api/v4", private_token => $token);
my $id = $service->project("fjord/handbook")->{id};
my $branches = $service->paginator("branches", $id);
die "no branches" unless $branches->next;
$service->create_branch($id, { branch => "perl", ref => "main" });
$service->create_file($id, "perl.txt", { branch => "perl", content => "one", commit_message => "Add" });
$service->edit_file($id, "perl.txt", { branch => "perl", content => "two", commit_message => "Change" });
die "content" unless $service->raw_file($id, "perl.txt", { ref => "perl" }) eq "two";
my $request = $service->create_merge_request(
    $id, { source_branch => "perl", target_branch => "main", title => "By perl" });
my $iid = $request->{iid};
die "changes" unless @{ $service->merge_request_with_changes($id, $iid)->{changes} } == 1;
$service->create_merge_request_note($id, $iid, { body => "A note" });
$service->accept_merge_request($id, $iid);
$service->create_tag($id, { tag_name => "perl-1", ref => "main" });
$service->create_release($id, { tag_name => "perl-1", description => "Notes" });
die "jobs" unless @{ $service->jobs("fjord/beacon", { scope => [ "failed", "success" ] }) };
die "runners" unless @{ $service->all_runners() };
print "done\n";
